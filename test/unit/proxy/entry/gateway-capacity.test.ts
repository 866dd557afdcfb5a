import { expect, it } from 'vitest';
import { gatewayCapacity } from '../../../../proxy/entry/gateway-capacity.ts';
import { readProcessLimits } from '../../../../runtime/process/process-limits.ts';

const MIB = 1_048_576;
const NOTHING = { maxBodyBytes: undefined, proxyConnections: undefined, proxyConnectionsPerAddress: undefined };

it.each([
  ['a container of 1 GiB', 1_024, 259, 1_048_576, 129.5, 8_192],
  ['a container of 256 MiB', 256, 64, 1_048_576, 64, 2_048],
  ['a machine of 64 GiB', 65_536, 4_144, 1_048_576, 2_072, 10_000],
  ['a process of few descriptors', 65_536, 4_144, 1_024, 2_072, 409],
  ['a process with hardly any descriptors', 65_536, 4_144, 100, 2_072, 64],
  ['a system without this information', 65_536, 4_144, Infinity, 2_072, 10_000],
])('the capacity of a process fits %s', (_name, memory, heap, descriptors, room, total) => {
  const limits = { memoryBytes: memory * MIB, heapBytes: heap * MIB, descriptors };
  expect(gatewayCapacity(NOTHING, limits)).toEqual({
    room: { maxBytes: room * MIB, bytesPerRequest: Math.floor((room * MIB) / total) },
    connections: { total, perAddress: Math.ceil(total / 2) },
  });
});

it('the environment’s settings take precedence over the process’s memory', () => {
  const asked = { maxBodyBytes: 32 * MIB, proxyConnections: 12, proxyConnectionsPerAddress: 12 };
  expect(gatewayCapacity(asked, { memoryBytes: MIB, heapBytes: MIB, descriptors: 1 })).toEqual({
    room: { maxBytes: 32 * MIB, bytesPerRequest: Math.floor((32 * MIB) / 12) },
    connections: { total: 12, perAddress: 12 },
  });
});

it('this process reports its capacity', () => {
  const { memoryBytes, heapBytes, descriptors } = readProcessLimits();
  expect(memoryBytes).toBeGreaterThan(64 * MIB);
  expect(heapBytes).toBeGreaterThan(16 * MIB);
  expect(descriptors).toBeGreaterThanOrEqual(64);
});
