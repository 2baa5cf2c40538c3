"""What a player of Inkognito can know about who is who and who holds what. `referee/knowledge.py` is the contract."""

from referee.inkognito.knowledge.reasoner import begin, is_so
from referee.knowledge import nothing_to_contradict as audited

__all__ = ["audited", "begin", "is_so"]
