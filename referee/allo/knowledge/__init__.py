"""What a player of Allo... la France can know about the numbers of his rivals. `referee/knowledge.py` is the contract."""

from referee.allo.knowledge.reasoner import begin, is_so

__all__ = ["begin", "is_so"]
