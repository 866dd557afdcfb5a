import { isEmbedded, type EmbeddedDetector } from '../../../domain/guardrails/detectors.ts';
import type { GuardrailBinding } from '../../../domain/guardrails/guardrails-block.ts';
import { createSimulation } from '../../../domain/guardrails/simulation/create-simulation.ts';
import { createMeasurement } from '../../../domain/guardrails/simulation/create-measurement.ts';
import type { SimulatedItem } from '../../../domain/guardrails/simulation/apply-filters.ts';
import { countCharacters } from '../../../domain/guardrails/text/character-offsets.ts';
import { loadConfiguration } from '../../configuration/load-configuration.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import { createScanner } from './create-scanner.ts';
import { measureText, simulationText } from './report-text.ts';
import { readCapturedRequest } from './subjects/read-captured-request.ts';
import { readContentFile } from './subjects/read-content-file.ts';
import { readCorpus } from './subjects/read-corpus.ts';
import { readItems } from './subjects/read-items.ts';

/** The values of the flags of `guardrails test`. */
interface TestFlags {
  readonly config: string;
  readonly content: string | undefined;
  readonly 'content-file': string | undefined;
  readonly 'req-id': string | undefined;
  readonly dataset: string | undefined;
  readonly corpus: string | undefined;
  readonly 'fail-on-match': boolean;
}

/** The stamp of every report: nothing was enforced. */
const STAMP = { mode: 'simulate', enforced: false } as const;

export async function run(context: Context, { flags }: { readonly flags: TestFlags }): Promise<Result> {
  const { file } = loadConfiguration(context, flags.config);
  const bindings = file.guardrails?.bindings ?? [];
  const subject = findSubject(context, flags, async (id) => await readCapturedRequest(context, file, id));
  if (bindings.length === 0)
    throw usageFault(
      `The configuration file ${flags.config} has no guardrails.`,
      'add a binding to the block guardrails: docs/configuration.md',
    );
  if (flags.corpus !== undefined) return await measure(context, bindings, flags.corpus);
  const simulation = createSimulation(bindings, createScanner);
  let items = 0;
  for await (const item of subject.items()) {
    simulation.add(item);
    items += 1;
    context.progress.show(`${items} items`);
  }
  const results = simulation.results();
  const hasMatch = results.some(({ matches_found: count }) => count > 0);
  return {
    kind: 'document',
    document: { ...STAMP, config: flags.config, subject: { ...subject.document, items }, bindings: results },
    text: (screen) => simulationText(results, screen),
    notes: ['Nothing was enforced: this is a simulation, and the gateway does not enforce guardrails.'],
    ...(flags['fail-on-match'] && hasMatch && { exit: 'gate_failed' as const }),
  };
}

/** The content of a test. The items are read once. */
interface Subject {
  readonly document: { readonly kind: string; readonly [member: string]: string | number };
  readonly items: () => AsyncIterable<SimulatedItem> | Iterable<SimulatedItem>;
}

function findSubject(
  context: Context,
  flags: TestFlags,
  readCaptured: (id: string) => Promise<SimulatedItem>,
): Subject {
  const { content, 'content-file': path, 'req-id': requestId, dataset, corpus } = flags;
  if (content !== undefined)
    return {
      document: { kind: 'content', characters: countCharacters(content) },
      items: () => [textItem('content', content)],
    };
  if (path !== undefined)
    return {
      document: { kind: 'content_file', path },
      items: async function* () {
        yield textItem(path, await readContentFile(context, path));
      },
    };
  if (requestId !== undefined)
    return {
      document: { kind: 'request', request_id: requestId },
      items: async function* () {
        yield await readCaptured(requestId);
      },
    };
  if (dataset !== undefined)
    return { document: { kind: 'dataset', path: dataset }, items: () => readItems(context, dataset) };
  if (corpus !== undefined) return { document: { kind: 'corpus', path: corpus }, items: () => [] };
  throw usageFault(
    'The command needs one of --content, --content-file, --req-id, --dataset and --corpus.',
    "tt guardrails test -c tokentriage.yaml --content 'a text'",
  );
}

/** A text without a side, which stands for both. */
function textItem(id: string, text: string): SimulatedItem {
  return { id, bodies: { request: text, response: text } };
}

async function measure(context: Context, bindings: readonly GuardrailBinding[], path: string): Promise<Result> {
  const detectors = [...new Set(bindings.flatMap((binding) => binding.detectors))];
  const embedded = detectors.filter((name): name is EmbeddedDetector => isEmbedded(name));
  const words = [...new Set(bindings.flatMap((binding) => binding.words ?? []))];
  const scan = createScanner({ detectors: embedded, words });
  const measurement = createMeasurement(embedded);
  let texts = 0;
  let characters = 0;
  for await (const { text, labels } of readCorpus(context, path)) {
    measurement.add(labels, scan(text).matches);
    texts += 1;
    characters += countCharacters(text);
    context.progress.show(`${texts} texts`);
  }
  const measures = measurement.measures();
  const skipped = bindings.flatMap((binding) =>
    binding.detectors
      .filter((name) => !isEmbedded(name))
      .map((detector) => ({ binding: binding.id, detector, reason: 'needs_evaluator' })),
  );
  return {
    kind: 'document',
    document: { ...STAMP, subject: { kind: 'corpus', path, texts, characters }, detectors: measures, skipped },
    text: (screen) => measureText(measures, skipped, screen),
    notes: ['Nothing was enforced: this is a simulation, and the gateway does not enforce guardrails.'],
  };
}
