/** A road graph of one travel mode: an edge list in flat arrays, with travel times in both directions in ms. */
export interface TimedGraph {
  /** Positions of nodes in 1e-7 degrees of WGS84. */
  readonly nodeLon: Int32Array;
  readonly nodeLat: Int32Array;
  readonly nodeFlags: Uint8Array;
  /** Parallel edges and loops are allowed. */
  readonly edgeTail: Uint32Array;
  readonly edgeHead: Uint32Array;
  /** Travel times are CLOSED in a forbidden direction. */
  readonly edgeForward_ms: Uint32Array;
  readonly edgeBackward_ms: Uint32Array;
  readonly edgeFlags: Uint8Array;
  /** Shape from tail to head: points edgeFirstPoint[e] to edgeFirstPoint[e + 1] - 1. */
  readonly edgeFirstPoint: Uint32Array;
  /** Positions of points in 1e-7 degrees of WGS84. */
  readonly pointLon: Int32Array;
  readonly pointLat: Int32Array;
  /** Lines that no walk off the roads crosses, one after the other; NOWHERE after each. */
  readonly barrierLon?: Int32Array;
  readonly barrierLat?: Int32Array;
}
