const NANOS_OF_A_MS = 1_000_000n;
const EARLIEST = BigInt(Date.UTC(2000, 0, 1)) * NANOS_OF_A_MS;
const LATEST = BigInt(Date.UTC(2100, 0, 1)) * NANOS_OF_A_MS;

/** Unix nanoseconds as the protocol writes them; undefined for a time that facts cannot hold. */
export function parseUnixNanos(time: string | number | null | undefined): bigint | undefined {
  if (!/^\d{18,20}$/.test(String(time))) return undefined;
  const nanos = BigInt(String(time));
  return nanos >= EARLIEST && nanos < LATEST ? nanos : undefined;
}

/** The instant of these nanoseconds, to the millisecond. */
export function instantFromNanos(nanos: bigint): Date {
  return new Date(Number(nanos / NANOS_OF_A_MS));
}
