/** Contracts the own nodes of a province (H3 resolution 3) over its contracted districts, by all-pairs distances. */
import type { Job } from '../../base/threads/job-threads.ts';
import { type ContractedOver, contractOver, type Upward } from './contract-over.ts';

export interface ProvinceGraph {
  /** Ascending. */
  readonly ownNodes: Uint32Array;
  readonly below: readonly Upward[];
  readonly maxUseful_ms: number;
}

export const contractProvince = ({ ownNodes, below, maxUseful_ms }: ProvinceGraph): ContractedOver =>
  contractOver(ownNodes, below, { maxUseful_ms, sparse: false });

export const contractProvinceJob: Job<ProvinceGraph, ContractedOver> = {
  module: import.meta.url,
  run: contractProvince,
};
