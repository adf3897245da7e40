const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Network of a visitor, for rate limits: an IPv4 address, or an IPv6 address's first 64 bits. */
export function addressBlock(address: string): string {
  if (!address.includes(':')) return address;
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail ? GROUPS - head!.length - tail.length : 0;
  const groups = [...head!, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ?? [])];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::`;
}
