"""The usual board as a value: what a table plays on that was given no other.

`templates/kits/rallye/board.toml` says the same to those who print it or copy it to draw another; the rules read no files.
A test holds the two together.
"""

from __future__ import annotations

from referee.rallye.board.squares import Board, Kind, Mouth, Road, Sign, Square, Stretch
from referee.rallye.pieces import Till

Row = tuple[str, str, int, int, str, str]  # number, kind, column, row, what it prohibits or manages, town


def squares(*rows: Row) -> tuple[Square, ...]:
    """A road from its rows."""
    found = []
    for number, kind, x, y, what, town in rows:
        sign = Sign(what) if kind == Kind.RINGED else None
        manages = Till(what) if kind == Kind.GERANCE else None
        found.append(Square(number, Kind(kind), (x, y), town, sign, manages))
    return tuple(found)


FRANCE = Board(
    name="France",
    columns=14,
    rows=9,
    main=squares(
        ("1", "paris", 6, 0, "", "Paris"),
        ("11", "noentry", 7, 0, "", ""),
        ("12", "ringed", 8, 0, "speed", "Meaux"),
        ("13", "petrol", 9, 0, "", ""),
        ("14", "garage", 10, 0, "", "Reims"),
        ("15", "ringed", 11, 0, "overtaking", ""),
        ("16", "hotel", 12, 0, "", "Metz"),
        ("17", "bend", 13, 0, "", "Strasbourg"),
        ("18", "ringed", 13, 1, "customs", ""),
        ("2", "gerance", 13, 2, "garage", "Colmar"),
        ("20", "slippery", 13, 3, "", ""),
        ("21", "petrol", 13, 4, "", "Besançon"),
        ("22", "parking", 13, 5, "", ""),
        ("23", "noentry", 13, 6, "", "Annecy"),
        ("24", "ringed", 13, 7, "height", ""),
        ("25", "bend", 13, 8, "", "Nice"),
        ("26", "hotel", 12, 8, "", ""),
        ("27", "garage", 11, 8, "", "Toulon"),
        ("28", "bend", 10, 8, "", "Marseille"),
        ("29", "ringed", 10, 7, "weight", ""),
        ("30", "crossing", 10, 6, "", ""),
        ("31", "petrol", 10, 5, "", "Valence"),
        ("32", "plain", 10, 4, "", ""),
        ("33", "bend", 10, 3, "", "Lyon"),
        ("34", "ringed", 9, 3, "left", ""),
        ("35", "noentry", 9, 4, "", "Clermont"),
        ("36", "slippery", 9, 5, "", ""),
        ("37", "crossing", 9, 6, "", ""),
        ("38", "ringed", 9, 7, "lorries", "Nîmes"),
        ("39", "bend", 9, 8, "", "Montpellier"),
        ("40", "petrol", 8, 8, "", ""),
        ("3", "gerance", 7, 8, "firstaid", "Narbonne"),
        ("42", "ringed", 6, 8, "closed", ""),
        ("43", "gendarmerie", 5, 8, "", "Toulouse"),
        ("44", "slippery", 4, 8, "", ""),
        ("45", "garage", 3, 8, "", "Tarbes"),
        ("46", "ringed", 2, 8, "cycles", "Pau"),
        ("47", "hotel", 1, 8, "", ""),
        ("48", "bend", 0, 8, "", "Biarritz"),
        ("49", "petrol", 0, 7, "", ""),
        ("4", "gerance", 0, 6, "petrol", "Bordeaux"),
        ("51", "parking", 0, 5, "", ""),
        ("52", "noentry", 0, 4, "", "La Rochelle"),
        ("53", "ringed", 0, 3, "horn", "Nantes"),
        ("54", "garage", 0, 2, "", ""),
        ("55", "slippery", 0, 1, "", "Quimper"),
        ("56", "bend", 0, 0, "", "Brest"),
        ("5", "gerance", 1, 0, "hotel", "Saint-Brieuc"),
        ("58", "ringed", 2, 0, "standing", "Rennes"),
        ("59", "bend", 3, 0, "", "Caen"),
        ("60", "petrol", 3, 1, "", ""),
        ("61", "ringed", 3, 2, "width", "Alençon"),
        ("62", "hotel", 3, 3, "", "Le Mans"),
        ("63", "crossing", 3, 4, "", ""),
        ("64", "bend", 3, 5, "", "Tours"),
        ("65", "ringed", 4, 5, "uturn", "Blois"),
        ("66", "crossing", 4, 4, "", ""),
        ("67", "garage", 4, 3, "", "Orléans"),
        ("68", "slippery", 4, 2, "", ""),
        ("69", "ringed", 4, 1, "right", "Chartres"),
        ("70", "bend", 4, 0, "", ""),
        ("71", "petrol", 5, 0, "", "Versailles"),
    ),
    roads=(
        Road(
            "A",
            (Mouth("52", "right"), Mouth("35", "left")),
            squares(
                ("A1", "plain", 1, 4, "", ""),
                ("A2", "ringed", 2, 4, "speed", ""),
                ("A3", "crossing", 3, 4, "", ""),
                ("A4", "crossing", 4, 4, "", ""),
                ("A5", "slippery", 5, 4, "", "Bourges"),
                ("A6", "ringed", 6, 4, "overtaking", ""),
                ("A7", "crossing", 7, 4, "", ""),
                ("A8", "plain", 8, 4, "", "Vichy"),
            ),
        ),
        Road(
            "B",
            (Mouth("11", "right"), Mouth("23", "right")),
            squares(
                ("B1", "plain", 7, 1, "", ""),
                ("B2", "ringed", 7, 2, "closed", "Troyes"),
                ("B3", "hotel", 7, 3, "", "Nevers"),
                ("B4", "crossing", 7, 4, "", ""),
                ("B5", "slippery", 7, 5, "", ""),
                ("B6", "bend", 7, 6, "", "Le Puy"),
                ("B7", "garage", 8, 6, "", ""),
                ("B8", "crossing", 9, 6, "", ""),
                ("B9", "crossing", 10, 6, "", ""),
                ("B10", "ringed", 11, 6, "height", "Grenoble"),
                ("B11", "plain", 12, 6, "", ""),
            ),
        ),
    ),
    twoway=(
        Stretch(("29", "30", "31", "32", "33"), ("38", "37", "36", "35", "34")),
        Stretch(("60", "61", "62", "63", "64"), ("69", "68", "67", "66", "65")),
    ),
    crossings=(("A3", "63"), ("A4", "66"), ("A7", "B4"), ("B8", "37"), ("B9", "30")),
)
