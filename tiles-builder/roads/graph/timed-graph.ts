/** The roads of one region of one travel mode, as flat arrays. The finished graph before it is cut into tiles. */
export interface TimedGraph {
  /** WGS84 in 1e-7 degrees, one entry a node. */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  /** Bit 0 (EXIT_NODE): the road goes on from here outside the road data. */
  readonly nodeFlags: Uint8Array;
  /** Node numbers, one entry an edge. Parallel edges and loops are allowed. */
  readonly edgeTail: Uint32Array;
  readonly edgeHead: Uint32Array;
  /** Milliseconds from tail to head and from head to tail; CLOSED where that direction may not be travelled. */
  readonly edgeForward_ms: Uint32Array;
  readonly edgeBackward_ms: Uint32Array;
  /** FRONTAGE_EDGE: people step on and off here. REPEATED_EDGE: the same road as another edge, from a split node. */
  readonly edgeFlags: Uint8Array;
  /** Shape from tail to head, both ends included: points edgeFirstPoint[e] to edgeFirstPoint[e + 1] - 1. */
  readonly edgeFirstPoint: Uint32Array;
  /** WGS84 in 1e-7 degrees. */
  readonly pointLon: Int32Array;
  readonly pointLat: Int32Array;
}
