"""What a player of Fully can make of the talk. `referee/knowledge.py` is the contract."""

from referee.fully.knowledge.reasoner import begin, is_so
from referee.knowledge import nothing_to_contradict as audited

__all__ = ["audited", "begin", "is_so"]
