"""The usual map as a value: what a table plays on that was given no other.

`templates/kits/allo/france.toml` says the same to those who print it or copy it to draw another country; the rules read
no files. A test holds the two together.
"""

from __future__ import annotations

from referee.allo.maps import check

FRANCE = check(
    {
        "name": "France",
        "cities": [
            {"name": "Lille", "code": "20", "x": 0.617, "y": 0.063},
            {"name": "Amiens", "code": "22", "x": 0.559, "y": 0.146},
            {"name": "Rouen", "code": "35", "x": 0.466, "y": 0.196},
            {"name": "Caen", "code": "31", "x": 0.355, "y": 0.225},
            {"name": "Rennes", "code": "99", "x": 0.254, "y": 0.344},
            {"name": "Nantes", "code": "40", "x": 0.264, "y": 0.443},
            {"name": "Paris", "code": "14", "x": 0.563, "y": 0.26},
            {"name": "Châlons", "code": "26", "x": 0.717, "y": 0.249},
            {"name": "Metz", "code": "87", "x": 0.856, "y": 0.231},
            {"name": "Strasbourg", "code": "88", "x": 0.977, "y": 0.291},
            {"name": "Besançon", "code": "81", "x": 0.844, "y": 0.44},
            {"name": "Dijon", "code": "80", "x": 0.769, "y": 0.431},
            {"name": "Orléans", "code": "38", "x": 0.529, "y": 0.367},
            {"name": "Poitiers", "code": "49", "x": 0.409, "y": 0.514},
            {"name": "Limoges", "code": "55", "x": 0.48, "y": 0.597},
            {"name": "Clermont-Ferrand", "code": "73", "x": 0.619, "y": 0.603},
            {"name": "Lyon", "code": "78", "x": 0.754, "y": 0.605},
            {"name": "Bordeaux", "code": "56", "x": 0.339, "y": 0.707},
            {"name": "Toulouse", "code": "61", "x": 0.493, "y": 0.845},
            {"name": "Montpellier", "code": "67", "x": 0.68, "y": 0.844},
            {"name": "Marseille", "code": "91", "x": 0.794, "y": 0.878},
            {"name": "Nice", "code": "93", "x": 0.94, "y": 0.834},
        ],
        "links": [
            ("Lille", "Amiens", 3),
            ("Lille", "Châlons", 5),
            ("Amiens", "Rouen", 3),
            ("Amiens", "Paris", 3),
            ("Amiens", "Châlons", 5),
            ("Rouen", "Caen", 3),
            ("Rouen", "Paris", 3),
            ("Caen", "Rennes", 4),
            ("Caen", "Paris", 5),
            ("Rennes", "Nantes", 3),
            ("Nantes", "Poitiers", 4),
            ("Paris", "Orléans", 3),
            ("Paris", "Châlons", 4),
            ("Orléans", "Poitiers", 5),
            ("Orléans", "Dijon", 6),
            ("Poitiers", "Limoges", 3),
            ("Limoges", "Bordeaux", 5),
            ("Limoges", "Clermont-Ferrand", 4),
            ("Limoges", "Toulouse", 6),
            ("Bordeaux", "Toulouse", 5),
            ("Toulouse", "Clermont-Ferrand", 7),
            ("Toulouse", "Montpellier", 5),
            ("Clermont-Ferrand", "Montpellier", 6),
            ("Clermont-Ferrand", "Lyon", 4),
            ("Montpellier", "Marseille", 3),
            ("Marseille", "Lyon", 7),
            ("Marseille", "Nice", 4),
            ("Lyon", "Nice", 8),
            ("Lyon", "Dijon", 4),
            ("Lyon", "Besançon", 5),
            ("Dijon", "Besançon", 2),
            ("Dijon", "Châlons", 5),
            ("Besançon", "Strasbourg", 5),
            ("Besançon", "Metz", 5),
            ("Strasbourg", "Metz", 3),
            ("Metz", "Châlons", 3),
        ],
    }
)
