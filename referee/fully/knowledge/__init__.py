"""What a player of Fully can make of the talk. `referee/knowledge.py` is the contract."""

from referee.fully.knowledge.reasoner import begin, is_so

__all__ = ["begin", "is_so"]
