"""The points of Fully once more, by hand, as the rules tell them: it knows nothing of the program it checks.

Seats are the letters N E S W, teams NS and EW, colours and digits whatever they are; a hole is None. `boards` has, for each
seat, what it put down: the rows by the seat they belong to, and the digits for the nine phrases of the other team.
"""

PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
DEAR = (4, 5, 7, 8)  # of the nine phrases, from 0: those about one of the opponents
POINTS_OF_CODE = [10 if phrase in DEAR else 5 for phrase in range(9)]


def board(seat, rows, guessed, double):
    """The points of one player for the rows of three others."""
    points = 0
    for owner in "NESW":
        if owner == seat:
            continue
        friend = PARTNER[seat] == owner
        hits = 0
        for there, put in zip(rows[owner], guessed[owner], strict=True):
            if put is None:
                continue
            if put == there:
                hits += 1
                points += 2 if friend else 5
            else:
                lost = 5 if friend else 2
                points -= 2 * lost if double else lost
        if hits == 5:
            points += 20 if friend else 50
    return points


def all_found(team, rows, boards):
    """Has the team all six rows?"""
    return all(list(boards[seat][0][owner]) == list(rows[owner]) for seat in team for owner in "NESW" if owner != seat)


def result(rows, codes, boards, caller):
    """(reason, winning team or None, points of NS and EW, code points of NS and EW)."""
    right = caller is not None and all_found(caller, rows, boards)
    points, read = {}, {}
    for team, enemy in (("NS", "EW"), ("EW", "NS")):
        double = team == caller and not right
        points[team] = sum(board(seat, rows, boards[seat][0], double) for seat in team)
        read[team] = 0
        for seat in team:
            for phrase in range(9):
                if boards[seat][1][phrase] is not None and boards[seat][1][phrase] == codes[enemy][phrase]:
                    read[team] += POINTS_OF_CODE[phrase]
    both = (points["NS"], points["EW"]), (read["NS"], read["EW"])
    if right:
        return ("fully", caller, *both)
    for reason, of in (("points", points), ("code", read)):
        if of["NS"] != of["EW"]:
            return (reason, max(of, key=of.get), *both)
    return ("draw", None, *both)
