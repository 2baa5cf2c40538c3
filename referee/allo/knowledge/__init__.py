"""What a player of Allo... la France can know about the numbers of his rivals. `referee/knowledge.py` is the contract."""

from referee.allo.knowledge.reasoner import begin, is_so
from referee.knowledge import nothing_to_contradict as audited

__all__ = ["audited", "begin", "is_so"]
