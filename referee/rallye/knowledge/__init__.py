"""What was to be had in Rallye-Code and nobody took. `referee/knowledge.py` is the contract."""

from referee.knowledge import nothing_to_contradict as audited
from referee.rallye.knowledge.reasoner import begin, is_so

__all__ = ["audited", "begin", "is_so"]
