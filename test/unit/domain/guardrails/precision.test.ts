import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMeasurement } from '../../../../domain/guardrails/simulation/create-measurement.ts';
import { fillForm } from '../../../../testing/guardrails/fill-form.ts';
import { makeLabelledTexts } from '../../../../testing/guardrails/make-labelled-texts.ts';
import { createTestScanner, STRUCTURED_DETECTORS } from '../../../../testing/guardrails/create-test-scanner.ts';
import { makeCallLine, makeRefusalLine } from '../../../../testing/journal/make-call-line.ts';
import { createRandom } from '../../../../testing/random.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');
const scan = createTestScanner();

describe('sentences with and without something to find', () => {
  it('give these counts', () => {
    const measurement = createMeasurement(STRUCTURED_DETECTORS);
    for (const { text, labels } of makeLabelledTexts(6_000, 17)) measurement.add(labels, scan(text).matches);
    const counts = measurement
      .measures()
      .map(({ detector, labelled, true_positives: hits, false_positives: wrong, false_negatives: missed }) => [
        detector,
        labelled,
        hits,
        wrong,
        missed,
      ]);
    expect(counts).toEqual([
      ['secrets', 509, 509, 0, 0],
      ['card', 503, 503, 0, 0],
      ['iban', 504, 504, 0, 0],
      ['email', 480, 480, 0, 0],
      ['jwt', 494, 494, 0, 0],
      ['crypto_address', 510, 510, 0, 0],
    ]);
  });
});

describe('texts with nothing to find', () => {
  const folders = ['analytics', 'api', 'contracts', 'domain', 'journal', 'proxy', 'store', 'worker', 'workflows'];
  // The code of the product, without its tests, which contain such texts on purpose.
  const names = folders.flatMap((folder) =>
    (readdirSync(join(PROJECT, folder), { recursive: true }) as string[])
      .filter((name) => /\.(?:ts|json|sql|txt)$/.test(name))
      .map((name) => join(folder, name)),
  );

  it('the code of the product and its lock file', () => {
    let megabytes = 0;
    for (const name of [...names, 'package-lock.json', 'CHANGELOG.md']) {
      const text = readFileSync(join(PROJECT, name), 'utf8');
      megabytes += text.length / 1_000_000;
      expect({ name, matches: scan(text).matches }).toEqual({ name, matches: [] });
    }
    expect(megabytes).toBeGreaterThan(3);
  });

  it('a journal, hashes, ids and encoded bytes', () => {
    const random = createRandom(5);
    const parts = [
      'greq_<lower:26>',
      '<uuid>',
      '<hex:40>',
      '<hex:64>',
      'sha512-<base64:86>==',
      '<base64:600>',
      'W/"<hex:16>"',
    ];
    for (let index = 0; index < 600; index += 1) {
      const requestId = fillForm('greq_<lower:26>', random);
      const totalMs = random.whole(1, 60_000) / 7;
      const lines = [makeCallLine({ requestId, totalMs }), makeRefusalLine({ requestId })];
      expect(scan([...lines, ...parts.map((part) => fillForm(part, random))].join('\n')).matches).toEqual([]);
    }
  });
});
