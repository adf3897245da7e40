const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Returns the network that rate limits count for a visitor: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function addressBlock(address: string): string {
  if (!address.includes(':')) return address;
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail ? GROUPS - head!.length - tail.length : 0;
  const groups = [...head!, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::`;
}
