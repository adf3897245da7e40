"""The installed package against the Worker: `expected.json` holds questions, and what the JavaScript client answers."""

import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import population_count as client

with open(os.environ["EXPECTED"], encoding="utf-8") as file:
    EXPECTED = json.load(file)


def service(url=os.environ["SERVICE_URL"], secret=os.environ["API_SECRET"], **options):
    return client.PopulationCount(url, os.environ["API_KEY"], secret, **options)


class AgainstTheWorker(unittest.TestCase):
    def test_counts_are_those_of_the_javascript_client(self):
        for place, expected in EXPECTED["counts"]:
            count = service().count("livingcount", place)
            answer = {"people": count.people, "isCut": count.is_cut, "within_m": count.within_m, "sources": list(count.sources)}
            self.assertEqual(answer, {name: expected[name] for name in answer})
            self.assertEqual(count.interval.low, expected["interval"]["low"])
            self.assertEqual(len(count.details), len(expected["details"]))

    def test_a_union_counts_each_person_once(self):
        together = service().count_together("livingcount", EXPECTED["places"])
        self.assertEqual([place.adds for place in together.places], EXPECTED["adds"])
        self.assertEqual(together.together.people, EXPECTED["together"])
        self.assertEqual(sum(EXPECTED["adds"]), EXPECTED["together"])

    def test_bands_say_what_each_time_adds(self):
        times = [300, 900, 600]
        bands = service().count_bands("livingcount", EXPECTED["places"][0], times)
        self.assertEqual([band.time for band in bands], sorted(times))
        self.assertEqual(sum(band.adds for band in bands), bands[-1].count.people)
        self.assertGreater(bands[-1].count.people, bands[0].count.people)

    def test_a_site_without_an_answer_stops_no_other(self):
        walk = EXPECTED["places"][0]
        sites = [{"id": i, "endpoint": "workingcount", **walk} for i in range(10)]
        sites[3]["lon"] = 50
        sites[5]["endpoint"] = "workers"
        errors = {result.site["id"]: type(result.error) for result in service().count_sites(sites) if result.error}
        self.assertEqual(errors, {3: client.NotServed, 5: client.InvalidQuestion})
        results = service().count_sites(sites)
        self.assertIsNotNone(next(results))
        results.close()

    def test_refusals_are_typed(self):
        walk = EXPECTED["places"][0]
        with self.assertRaises(client.NotAuthorized):
            list(service(secret="wrong").count_sites([{"endpoint": "livingcount", **walk}]))
        for bad in ({**walk, "time": 1}, {"lon": 1}, {"zone": None}, {"zone": {"type": "Polygon", "coordinates": [[[0, 0]]]}}):
            with self.assertRaises(client.InvalidQuestion):
                service().count("livingcount", bad)
        with self.assertRaisesRegex(client.Unavailable, "reached"):
            service("http://127.0.0.1:9").count("livingcount", walk)

    def test_rows_of_geopandas(self):
        try:
            import geopandas
            from shapely.geometry import Point, shape
        except ImportError:
            self.skipTest("geopandas is not installed")
        walk, zone = EXPECTED["places"][0], EXPECTED["counts"][-1]
        geometry = [Point(walk["lon"], walk["lat"]), shape(zone[0]["zone"]), None]
        frame = geopandas.GeoDataFrame({"name": ["walk", "zone", "none"]}, geometry=geometry, crs=4326).to_crs(3035)
        counted = client.count_frame(service(), "livingcount", frame, travel="pedestrian", time=walk["time"])
        self.assertEqual(counted["people"][0], EXPECTED["adds"][0])
        self.assertEqual(counted["people"][1], zone[1]["people"])
        self.assertIn("Polygon", counted["error"][2])


class Stub(BaseHTTPRequestHandler):
    """Refuses calls by `statuses`, 0 without a word, and then counts one person for each version in turn."""

    statuses: list = []
    versions: list = []

    def do_GET(self):
        status = self.statuses.pop(0) if self.statuses else 200
        if status == 0:
            return self.connection.close()
        body = {"success": False, "error": f"stub {status}"}
        if status == 200:
            dataset = {"region": "stub", "version": self.versions.pop(0) if self.versions else "1", "simulated": True, "sources": []}
            details = {"datasets": [dataset], "interval": {"low": 0, "high": 2}, "area_m2": 1}
            body = {"success": True, "error": "", "livingcount": 1, "details": details}
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class AgainstRefusals(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        Stub.statuses, Stub.versions = [], []

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def people(self, **options):
        walk = {"lon": 0, "lat": 0, "travel": "pedestrian", "time": 600}
        return service(self.url, **options).count_bands("livingcount", walk, [60, 120])[-1].count.people

    def test_calls_wait_and_are_repeated(self):
        Stub.statuses = [429, 503, 0]
        self.assertEqual(self.people(), 1)
        self.assertEqual(Stub.statuses, [])

    def test_calls_end_after_their_tries(self):
        Stub.statuses = [503] * 4
        with self.assertRaises(client.Unavailable):
            self.people(tries=2)
        Stub.statuses = [500, 500]
        with self.assertRaises(client.ServiceDefect):
            self.people()

    def test_versions_are_not_mixed(self):
        Stub.versions = ["1", "2", "2", "2"]
        self.assertEqual(self.people(), 1)
        Stub.versions = ["1", "2"] * 3
        with self.assertRaises(client.MixedVersions):
            self.people()


if __name__ == "__main__":
    unittest.main()
