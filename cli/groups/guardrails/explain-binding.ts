import { DETECTOR_SUMMARIES, isEmbedded } from '../../../domain/guardrails/detectors.ts';
import type { GuardrailBinding } from '../../../domain/guardrails/guardrails-block.ts';
import type { Match } from '../../../domain/guardrails/create-text-scanner.ts';
import { nearestName } from '../../../domain/kernel/nearest-name.ts';
import { CommandFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import type { Context } from '../../tree/context.ts';
import { bindingDocument, placeText } from './binding-document.ts';
import { createScanner } from './create-scanner.ts';
import { loadBindings } from './load-bindings.ts';
import { matchTable } from './match-table.ts';

interface ExplainFlags {
  readonly binding: string;
  readonly config: string;
  readonly content: string | undefined;
}

const EFFECTS = {
  observe: 'A match would be counted.',
  flag: 'A match would mark the call.',
  block: 'A match would refuse the call.',
} as const;

export async function run(context: Context, { flags }: { readonly flags: ExplainFlags }): Promise<Result> {
  const binding = findBinding(loadBindings(context, flags.config), flags);
  const matches = flags.content === undefined ? undefined : findMatches(binding, flags.content);
  const skipped = binding.detectors.filter((name) => !isEmbedded(name));
  const explained = binding.detectors.map((name) => ({
    name,
    runs_here: isEmbedded(name),
    finds: DETECTOR_SUMMARIES[name],
  }));
  return Promise.resolve({
    kind: 'document',
    document: {
      mode: 'simulate',
      enforced: false,
      binding: bindingDocument(binding),
      detectors: explained,
      skipped: skipped.map((detector) => ({ detector, reason: 'needs_evaluator' })),
      ...(matches !== undefined && { matches }),
    },
    text: (screen) => explanationText(binding, matches, screen),
  });
}

function findBinding(
  bindings: readonly GuardrailBinding[],
  { binding: id, config }: Pick<ExplainFlags, 'binding' | 'config'>,
): GuardrailBinding {
  const found = bindings.find((binding) => binding.id === id);
  if (found !== undefined) return found;
  const ids = bindings.map((binding) => binding.id);
  const near = nearestName(id, ids);
  const next = near === undefined ? `tt guardrails list -c ${config}` : `--binding ${near}`;
  throw new CommandFault('not_found', `The binding ${JSON.stringify(id)} does not exist in ${config}.`, {
    why: ids.length === 0 ? 'the file has no bindings' : `the bindings are ${ids.slice(0, 20).join(', ')}`,
    next,
  });
}

function findMatches({ detectors, words }: GuardrailBinding, content: string): readonly Match[] {
  return createScanner({ detectors: detectors.filter(isEmbedded), ...(words !== undefined && { words }) })(content)
    .matches;
}

function explanationText(binding: GuardrailBinding, matches: readonly Match[] | undefined, screen: Screen): string {
  const { id, where, detectors, action } = binding;
  return [
    `The binding ${id} examines ${placeText(where)}.`,
    `${EFFECTS[action]} The gateway does not enforce guardrails.`,
    'It has never been calibrated: its precision and recall on your traffic are unknown.',
    '',
    ...detectors.map((name) => `  ${name}: ${DETECTOR_SUMMARIES[name]}`),
    ...(matches === undefined ? [] : ['', contentText(matches, screen)]),
  ].join('\n');
}

function contentText(matches: readonly Match[], screen: Screen): string {
  return matches.length === 0 ? 'The text has no match.' : matchTable(matches, screen);
}
