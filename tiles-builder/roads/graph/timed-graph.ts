/** The road graph of one travel mode in flat arrays, before it is cut into tiles. */
export interface TimedGraph {
  /** WGS84 in 1e-7 degrees by node. */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  /** Bit 0 (EXIT_NODE): a road continues outside the data. */
  readonly nodeFlags: Uint8Array;
  /** Node numbers by edge. Parallel edges and loops are allowed. */
  readonly edgeTail: Uint32Array;
  readonly edgeHead: Uint32Array;
  /** Milliseconds by direction; CLOSED where it may not be travelled. */
  readonly edgeForward_ms: Uint32Array;
  readonly edgeBackward_ms: Uint32Array;
  /** FRONTAGE_EDGE: access to the land along it. REPEATED_EDGE: the same road as another edge, from a split node. */
  readonly edgeFlags: Uint8Array;
  /** Shape from tail to head, both included: points edgeFirstPoint[e] to edgeFirstPoint[e + 1] - 1. */
  readonly edgeFirstPoint: Uint32Array;
  /** WGS84 in 1e-7 degrees. */
  readonly pointLon: Int32Array;
  readonly pointLat: Int32Array;
}
