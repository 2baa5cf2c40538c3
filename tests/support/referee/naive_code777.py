"""Code 777 a second time, from the wording of the rules and sharing no code with the referee: a judge of the 23 questions,
and a table of plain lists. Tiles are pairs of digit and colour."""

from __future__ import annotations

LETTERS = {
    "G": "green",
    "Y": "yellow",
    "K": "black",
    "N": "brown",
    "R": "red",
    "P": "pink",
    "B": "blue",
}
# The box: every tile as (digit, colour), from the sheet and not from the referee.
BOX = (
    [(1, "green")] * 1 + [(2, "yellow")] * 2 + [(3, "black")] * 3 + [(4, "brown")] * 4 + [(5, "red")] * 4
    + [(5, "black")] * 1 + [(6, "green")] * 3 + [(6, "pink")] * 3 + [(7, "pink")] * 1 + [(7, "yellow")] * 2
    + [(7, "blue")] * 4
)  # fmt: skip


def naive(number, racks):
    """What the rules say, word by word."""
    tiles = [tile for rack in racks for tile in rack]

    def racks_with(test):
        count = 0
        for a, b, c in racks:
            if test(a, b, c):
                count += 1
        return count

    def more(first, second):
        left, right = 0, 0
        for digit, colour in tiles:
            if first(digit, colour):
                left += 1
            if second(digit, colour):
                right += 1
        if left > right:
            return "first"
        return "second" if right > left else "same"

    def of(wanted):
        return lambda digit, colour: colour == wanted

    def piece(wanted_digit, wanted_colour):
        return lambda digit, colour: (digit, colour) == (wanted_digit, wanted_colour)

    def pairs(a, b, c):
        return [(a, b), (a, c), (b, c)]

    match number:
        case 1:  # sum >= 18
            return racks_with(lambda a, b, c: a[0] + b[0] + c[0] >= 18)
        case 2:  # sum <= 12
            return racks_with(lambda a, b, c: a[0] + b[0] + c[0] <= 12)
        case 3:  # one digit in two different colours
            return racks_with(lambda *rack: any(x[0] == y[0] and x[1] != y[1] for x, y in pairs(*rack)))
        case 4:  # three different colours
            return racks_with(lambda a, b, c: a[1] != b[1] and a[1] != c[1] and b[1] != c[1])
        case 5:  # all even or all odd
            even = (2, 4, 6)
            return racks_with(lambda a, b, c: (a[0] in even) == (b[0] in even) == (c[0] in even))
        case 6:  # at least two identical tiles
            return racks_with(lambda *rack: any(x == y for x, y in pairs(*rack)))
        case 7:  # d, d+1, d+2 in any order
            runs = [(1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6), (5, 6, 7)]
            return racks_with(lambda a, b, c: tuple(sorted([a[0], b[0], c[0]])) in runs)
        case 8:  # how many colours
            return sum(1 for name in LETTERS.values() if any(colour == name for _, colour in tiles))
        case 9:  # colours seen on three tiles or more
            return sum(1 for name in LETTERS.values() if [colour for _, colour in tiles].count(name) >= 3)
        case 10:  # digits 1..7 not seen
            return sum(1 for wanted in (1, 2, 3, 4, 5, 6, 7) if not any(digit == wanted for digit, _ in tiles))
        case 11:  # how many of green 1, black 5, pink 7
            return tiles.count((1, "green")) + tiles.count((5, "black")) + tiles.count((7, "pink"))
        case 12:
            return more(lambda digit, colour: digit == 3, piece(6, "pink"))
        case 13:
            return more(piece(6, "green"), piece(7, "yellow"))
        case 14:
            return more(piece(2, "yellow"), piece(7, "yellow"))
        case 15:
            return more(piece(6, "pink"), piece(6, "green"))
        case 16:
            return more(piece(7, "blue"), lambda digit, colour: digit == 7 and colour != "blue")
        case 17:
            return more(of("brown"), of("blue"))
        case 18:
            return more(of("red"), of("pink"))
        case 19:
            return more(of("green"), of("blue"))
        case 20:
            return more(of("yellow"), of("pink"))
        case 21:
            return more(of("black"), of("brown"))
        case 22:
            return more(of("black"), of("red"))
        case 23:
            return more(of("green"), of("yellow"))
    raise AssertionError(number)


class NaiveTable:
    """What anybody at the table would write down: tiles stand there, somebody says something, tiles are replaced."""

    def __init__(self, racks, seats):
        self.racks = [list(rack) for rack in racks]
        self.seats = seats
        self.turn = 0
        self.drawn = None  # (who, card), until he has answered
        self.log = []  # (who, card, what is true, the racks that he saw when he said it)
        self.points = [0] * seats

    def draw(self, card):
        assert self.drawn is None
        self.drawn = self.turn, card

    def sees(self, who):
        return [rack for owner, rack in enumerate(self.racks) if owner != who]

    def truth(self):
        """What the one who drew a card must say if he answers now."""
        who, card = self.drawn
        return naive(card, self.sees(who))

    def says(self):
        who, card = self.drawn
        self.log.append((who, card, self.truth(), self.sees(who)))
        self.drawn = None
        self.turn = (self.turn + 1) % self.seats

    def declares(self, who, digits):
        if sorted(digits) == sorted(digit for digit, _ in self.racks[who]):
            self.points[who] += 1

    def replaces(self, rack, tiles):
        self.racks[rack] = list(tiles)
