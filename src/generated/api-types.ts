// Generated from the OpenAPI document by generate-types.ts: do not edit.


/** A GeoJSON Polygon, or a Feature whose geometry is one: at most 500 positions, 10,000 km² and 2,000 km of perimeter on the WGS84 ellipsoid. Edges are straight lines in longitude and latitude (RFC 7946) and span at most 180° of longitude; holes are allowed, self-intersections are not. A `crs` that names anything but WGS84 is refused. */
export type Zone = { type: "Polygon";

/** The shell, then its holes. */
coordinates: (([number, number, ...unknown[]])[])[]; } | { type: "Feature";
geometry: { type: "Polygon";

/** The shell, then its holes. */
coordinates: (([number, number, ...unknown[]])[])[]; }; };


/** A GeoJSON Feature, valid under RFC 7946. */
export type ZoneFeature = { type: "Feature";
properties: Record<string, never>;
geometry: { type: "Polygon";
coordinates: (([number, number])[])[]; } | { type: "MultiPolygon";
coordinates: ((([number, number])[])[])[]; }; };


/** With `details=true` only. */
export type Details = { 
/** The datasets that the answer was counted from, one for each region, that with the largest part first. */
datasets: ({ region: string;
version: string;

/** When the dataset was built, in UTC. */
built_at: string;

/** Release of the builder that made the dataset, by semantic versioning. */
builder_version: string;

/** Whether the people in it are simulated. */
simulated: boolean;
sources: ({ role: "roads" | "buildings" | "census" | "locations" | "workplaces" | "schools";
vintage: string | null;
attribution: string | null; })[];

/** Share of the people, 0 where nobody is counted. */
share_of_people: number;

/** Share of the area of the zone asked for; all datasets' add up to `coverage`. */
share_of_area: number; })[];

/** Share of the area of the zone asked for inside the coverage of the data that is counted, all regions together. */
coverage: number;

/** Area on the WGS84 ellipsoid of the zone counted, in square metres; for `workingcount` that of `workingcountzone`. */
area_m2: number;

/** The range in which the true count is expected to lie nine times out of ten. For `livingcount` it follows from the census units that the zone cuts: units inside as a whole have exactly their people. The errors of several datasets are independent. `null` where one of them has none. */
interval: { low: number;

/** `null` where the isochrone is cut: nobody knows how many more people it would reach beyond the road data. */
high: number | null; } | null;

/** Isochrones only: the point of the road network that it starts from, and how many metres away it is. */
origin?: { lon: number;
lat: number;
distance_m: number; };

/** Isochrones only: whether it reached the edge of the road data with time left, so that the count is a lower bound. */
cut?: boolean; };

export type LivingCount = { success: true;
error: "";

/** Inhabitants of the zone. */
livingcount: number;

/** The isochrone, where the call gave an origin; its polygon is the zone that was counted. Enclosed areas that are not reached are left out of it from 25 m of width on for walkers and 100 m for drivers; for drives of more than 15 minutes that width grows evenly, to 1 km at an hour. */
isochrone?: ZoneFeature;
details?: Details; };

export type WorkingCount = { success: true;
error: "";

/** People whose usual occupation place is in the zone. */
workingcount: number;

/** The isochrone, where the call gave an origin; its polygon is the zone that was counted. Enclosed areas that are not reached are left out of it from 25 m of width on for walkers and 100 m for drivers; for drives of more than 15 minutes that width grows evenly, to 1 km at an hour. */
isochrone?: ZoneFeature;
details?: Details;

/** The zone that was really used to measure presence: the cells of H3 at resolution 12 whose centres lie in it, everywhere within 50 m of the zone asked for. The outline follows the sides of these cells or, where it is long, straight lines between their centres. */
workingcountzone: { type: "Feature";
properties: Record<string, never>;
geometry: { type: "Polygon";
coordinates: (([number, number])[])[]; } | { type: "MultiPolygon";
coordinates: ((([number, number])[])[])[]; }; }; };

export type Health = { success: true;
error: "";

/** Of the code. */
version: string;

/** The live datasets. Of each, some tiles were read; of more than 20, others each minute. */
datasets: ({ region: string;
version: string;

/** When the dataset was built, in UTC. */
built_at: string;

/** Whole days since then. */
age_days: number; })[];

/** The keys, the manifests and the tiles tried can be read. */
storage: "reachable"; };

export type Failure = { success: false;

/** A sentence that names the parameter at fault and says what would be right. */
error: string; };
