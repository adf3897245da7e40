import { describe, expect, test } from 'vitest';
import { buildingUse } from '../../../tiles-builder/partitions/built-up/building-use.ts';
import { dwellingShareOfArea } from '../../../tiles-builder/partitions/built-up/land-use.ts';
import { isBuilding } from '../../../tiles-builder/sources/gather/is-building.ts';
import { examplesIn, tagsOf } from '../../support/files/tags-of.ts';

const SHARES = { nobody: [0, 0], none: [1e-9, 0.05], hardly: [0.0501, 0.199], some: [0.3, 0.7], all: [1, 1] };
const classOf = (share: number): string =>
  Object.entries(SHARES).find(([, [least, most]]) => share >= least && share <= most)?.[0] ?? `${share}`;

describe('the share of a building that is dwellings', () => {
  test.each([
    [
      'all',
      `building=yes|building=house|building=yes wall=brick|building=farm|building=farmhouse|building=yes layer=1
      |building=yes tourism=apartment|building=house abandoned=no|building=yes location=surface|building=apartments layer=-1
      |building=yes layer=-1 building:levels=3|building=yes layer=-1 height=9|name=nothing`,
    ],
    [
      'some',
      `building=yes amenity=restaurant building:levels=2|building=yes shop=mall building:levels=11|building=yes shop=bakery
      |building=yes office=lawyer|building=yes craft=tailor|building=yes office=insurance building:levels=9
      |building=house craft=tailor building:levels=1|building=house office=lawyer`,
    ],
    [
      'hardly',
      `building=hotel|building=yes amenity=restaurant|building=yes amenity=school building:levels=4|building=yes tourism=museum
      |building=yes amenity=townhall|building=yes shop=bakery amenity=cafe|building=yes shop=bakery amenity=school
      |building=yes shop=supermarket building:levels=1|building=apartments tourism=hotel`,
    ],
    [
      'none',
      `building=garage|building=church|building=tent|building=garage shop=car_repair|building=yes power=substation
      |building=yes man_made=silo|building=yes wall=no|building=yes amenity=restaurant wall=no
      |building=retail building:levels=4 shop=mall`,
    ],
    [
      'nobody',
      `building=construction|building=construction construction=apartments|building=ruins|building=house abandoned=yes
      |building=apartments disused=yes|building=dormitory ruins=yes|building=yes layer=-1
      |building=apartments location=underground building:levels=2`,
    ],
  ])('is that of the class %s', (expected, texts) => {
    for (const [text, tags] of examplesIn(texts))
      expect(classOf(buildingUse(tags).dwellingShare), text).toBe(expected);
  });

  test('of flats above a business is that of the floors above the ground floor', () => {
    const businesses =
      'amenity=pharmacy|shop=bakery|office=lawyer|craft=tailor|shop=bakery amenity=cafe|amenity=kindergarten';
    for (const [text, business] of examplesIn(businesses)) {
      const shareOf = (more: object): number => buildingUse({ ...business, ...more }).dwellingShare;
      const flats = { building: 'apartments' };
      for (const levels of [2, 3, 5, 8, 30]) {
        const share = shareOf({ ...flats, 'building:levels': String(levels) });
        expect(share, text).toBeCloseTo((levels - 1) / levels, 12);
      }
      expect(shareOf({ ...flats, height: '24' }), text).toBeCloseTo(7 / 8, 12);
      expect(shareOf(flats), text).toBeCloseTo(2 / 3, 12);
      if (business.shop === undefined && business.amenity !== 'pharmacy') continue;
      expect(shareOf({ building: 'yes', 'building:levels': '8' }), text).toBeCloseTo(7 / 8, 12);
    }
  });

  test.each([
    [
      2,
      2.5,
      'building=dormitory|building=yes amenity=student_accommodation|building=barracks|military=barracks',
    ],
    [
      1.1,
      1.5,
      'building=nursing_home|amenity=nursing_home|amenity=social_facility social_facility=assisted_living',
    ],
    [1, 1.1, 'building=yes amenity=prison'],
  ])(
    'of people with less floor than in a dwelling is %d to %d, and they live there',
    (least, most, texts) => {
      for (const [text, tags] of examplesIn(texts)) {
        const { dwellingShare, isDwelling } = buildingUse(tags);
        expect([dwellingShare >= least, dwellingShare <= most, isDwelling], text).toEqual([true, true, true]);
      }
    },
  );
});

test('the floors of a building are those of its tags, else of its height, else within those of its kind', () => {
  const examples: readonly [least: number, most: number, texts: string][] = [
    [0, Infinity, 'building=yes|name=nothing|height=496|height=0|height=-6'],
    [3, Infinity, 'building=apartments'],
    [2, Infinity, 'building=residential'],
    [0, 1.3, 'building=house|building=detached|building=semidetached_house|building=terrace|building=villa'],
    [
      1,
      1,
      'building=apartments building:levels=1|building:levels=0.4|height=0.5|building=residential height=3',
    ],
    [7, 7, 'building:levels=7'],
    [2.5, 2.5, 'building:levels=2.5'],
    [2.35, 2.35, 'building:levels=2.346'],
    [165, 165, 'building:levels=165|height=495'],
    [4, 4, 'building:levels=4 height=30|height=11'],
    [10, 10, 'building:levels=166 height=30|building:levels=0 height=30|building:levels=many height=30'],
  ];
  for (const [least, most, texts] of examples) {
    for (const [text, tags] of examplesIn(texts)) {
      const { leastFloors, mostFloors } = buildingUse(tags);
      expect([leastFloors, mostFloors], text).toEqual([least, most]);
    }
  }
  expect(buildingUse({ height: '10 m' })).toMatchObject({ leastFloors: 3, mostFloors: 3 });
});

test.each([
  [true, 'building=yes|building=apartments proposed=no|building=yes location=underground|building=construction|building=house abandoned=yes'], // biome-ignore format: a line
  [false, 'name=nothing|building=no|building=demolished|building=proposed|building=razed|building=house demolished=yes|building=house razed=yes|building=apartments proposed=yes'], // biome-ignore format: a line
])('a building stands there: %s', (stands, texts) => {
  for (const [text, tags] of examplesIn(texts)) expect(isBuilding(tags), text).toBe(stands);
});

test.each([
  [null, 'name=nothing|amenity=prison|landuse=residential|landuse=forest|landuse=industrial building=yes|amenity=school building=school|amenity=restaurant|leisure=park|aeroway=runway'], // biome-ignore format: a line
  ['none', 'landuse=cemetery|landuse=military|amenity=school|leisure=marina|aeroway=aerodrome|landuse=farmyard amenity=school'], // biome-ignore format: a line
  ['hardly', 'landuse=industrial|landuse=retail'],
  ['some', 'landuse=farmyard'],
])('of land, %s of its buildings are dwellings', (share, texts) => {
  for (const [text] of examplesIn(texts)) {
    const found = dwellingShareOfArea(tagsOf(text));
    expect(found === null ? null : classOf(found), text).toBe(share);
  }
});
