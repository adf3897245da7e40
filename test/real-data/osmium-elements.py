"""Prints what pyosmium reads of an OSM file as JSON: counts, every EVERY-th way with its nodes, areas without holes.

usage: python3 osmium-elements.py FILE EVERY
Coordinates are in 1e-7 degrees, null for a missing node.
"""
import json, sys
import osmium

every = int(sys.argv[2])
found = {'nodes': 0, 'ways': 0, 'relations': 0, 'sample': [], 'areas': {}}


def doubled(ring):
    points = [(n.location.x, n.location.y) for n in ring]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:])))


class Reader(osmium.SimpleHandler):
    def node(self, n):
        found['nodes'] += 1

    def way(self, w):
        if found['ways'] % every == 0:
            places = [[n.location.x, n.location.y] if n.location.valid() else None for n in w.nodes]
            found['sample'].append([w.id, places])
        found['ways'] += 1

    def relation(self, r):
        found['relations'] += 1

    def area(self, a):
        if 'building' not in a.tags or a.tags['building'] == 'no':
            return
        size = 0
        for outer in a.outer_rings():
            size += doubled(outer) - sum(doubled(inner) for inner in a.inner_rings(outer))
        found['areas'][('way/' if a.from_way() else 'relation/') + str(a.orig_id())] = size // 2


Reader().apply_file(sys.argv[1], locations=True)
json.dump(found, sys.stdout)
