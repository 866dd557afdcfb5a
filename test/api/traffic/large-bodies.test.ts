import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { TrafficBody } from '../../../api/bodies/traffic-body.ts';
import { demoId, ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { createManagementFixture } from '../../../testing/apps/management-fixture.ts';

const TRAFFIC = `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/applications/${demoId('application', 1)}/gateways/${demoId('gateway', 1)}/environments/${demoId('environment', 1)}/traffic`;
const NOTHING = {
  lines: [],
  contents: [],
  accepted: 0,
  ignored: 0,
  refused: 0,
  unpriced: { calls: 0, reasons: [] },
  ignoredCosts: 0,
  droppedTags: 0,
  faults: [],
};
const MAX_IN_TURN = 65_536;

/** Every media type of every traffic operation, and the format as which its bodies are read. */
const WAYS = [
  ['', 'application/json', 'native', 'document'],
  ['', 'application/x-ndjson', 'native', 'lines'],
  ['/otlp/v1/traces', 'application/json', 'otlp', 'document'],
  ['/otlp/v1/traces', 'application/x-protobuf', 'otlp', 'protobuf'],
  ['/litellm', 'application/json', 'litellm', 'document'],
  ['/litellm', 'application/x-ndjson', 'litellm', 'lines'],
] as const;

/** A body of blanks; if the format is a list, the body begins with the opening of the list. */
function bodyOf(form: string, bytes: number): Buffer {
  return Buffer.from(
    form === 'document' ? '[]'.padEnd(bytes) : form === 'lines' ? ' '.repeat(bytes) : '\n'.repeat(bytes),
  );
}

describe('a thread reads every body of more than 64 KiB, for any operation and media type', () => {
  it.each(WAYS)('%s %s', async (path, media, way, form) => {
    const seen: (Pick<TrafficBody, 'way' | 'form'> & { bytes: number; share: string })[] = [];
    const api = new TestApi({
      largeBodies: {
        readTraffic: ({ bytes, ...body }, _reception, { share }) => {
          seen.push({ ...body, bytes: bytes.length, share });
          return Promise.resolve(NOTHING);
        },
        readOtelOutcomes: () => Promise.reject(new Error('No outcomes are sent here.')),
      },
    });
    const send = (payload: Buffer, headers = {}) =>
      api.app.inject({
        method: 'POST',
        url: `${TRAFFIC}${path}`,
        headers: { authorization: `Bearer ${callerToken('gateway')}`, 'content-type': media, ...headers },
        payload,
      });
    await send(bodyOf(form, MAX_IN_TURN));
    const asked = { way, form, bytes: MAX_IN_TURN + 1, share: demoId('environment', 1) };
    expect((await send(bodyOf(form, MAX_IN_TURN + 1))).statusCode).toBe(200);
    // The size after decoding counts.
    const compressed = gzipSync(bodyOf(form, MAX_IN_TURN + 1));
    expect((await send(compressed, { 'content-encoding': 'gzip' })).statusCode).toBe(200);
    expect(seen).toEqual([asked, asked]);
  });

  it('results of evaluations', async () => {
    const seen: number[] = [];
    const plane = createManagementFixture({
      token: { role: 'operator', scopes: ['quality:write'] },
      largeBodies: {
        readTraffic: () => Promise.reject(new Error('No traffic is sent here.')),
        readOtelOutcomes: (bytes) => {
          seen.push(bytes.length);
          return Promise.resolve([]);
        },
      },
    });
    for (const bytes of [MAX_IN_TURN, MAX_IN_TURN + 1]) {
      const { statusCode } = await plane.app.inject({
        method: 'POST',
        url: '/tt/api/v1/outcomes/otel',
        headers: { authorization: 'Bearer known', 'content-type': 'application/json' },
        payload: '{}'.padEnd(bytes),
      });
      expect(statusCode).toBe(200);
    }
    expect(seen).toEqual([MAX_IN_TURN + 1]);
  });
});
