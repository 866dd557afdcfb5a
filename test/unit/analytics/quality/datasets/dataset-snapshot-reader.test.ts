import { expect, it } from 'vitest';
import { FakeDatasets, KNOWN_DATASET, makeDatasetMember } from '../../../../../testing/quality/fake-datasets.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const { datasetId, workspaceId } = KNOWN_DATASET;

it('answers a version with the present state of its members', async () => {
  const datasets = new FakeDatasets(() => NOW);
  datasets.requests = [makeDatasetMember()];
  const { readSnapshot } = datasets.sources;
  const read = await readSnapshot({ datasetId, version: 1 });
  expect(read?.snapshot).toEqual({
    ...{ datasetId, version: 1, workspaceId, digest: KNOWN_DATASET.digest, isFitEligible: true },
    items: [
      {
        ...{ requestId: 'r1', admittedAtMs: Date.parse('2026-02-25T08:00:00.000Z'), segment: 'chat' },
        ...{ kind: 'captured', contentHash: '', exclusion: 'none', annotations: {} },
      },
      expect.objectContaining({ requestId: 'r2', exclusion: 'missing' }),
    ],
  });
  datasets.excluded = { horizons: new Map([[workspaceId, new Date('2026-02-26T00:00:00.000Z')]]), exclusions: [] };
  expect((await readSnapshot({ datasetId, version: 1 }))?.snapshot.items.map(({ exclusion }) => exclusion)).toEqual([
    'expired',
    'expired',
  ]);
});

it('finds no unknown dataset and no unknown version', async () => {
  const { readSnapshot } = new FakeDatasets(() => NOW).sources;
  expect(await readSnapshot({ datasetId, version: 2 })).toBeUndefined();
  expect(await readSnapshot({ datasetId: 'qds_00000000000000000000000009', version: undefined })).toBeUndefined();
});
