import { DETECTORS, DETECTOR_SUMMARIES, isEmbedded } from '../../../domain/guardrails/detectors.ts';
import { SECRET_RULES } from '../../../domain/guardrails/secrets/secret-rules.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import { bindingDocument, placeText, type BindingDocument } from './binding-document.ts';

export async function run(
  context: Context,
  { flags: { config } }: { readonly flags: { readonly config: string | undefined } },
): Promise<Result> {
  const detectors = DETECTORS.map((name) => ({
    name,
    runs_here: isEmbedded(name),
    finds: DETECTOR_SUMMARIES[name],
    ...(name === 'secrets' && { kinds: ['private-key', ...SECRET_RULES.map(({ id }) => id)] }),
  }));
  const bindings = config === undefined ? undefined : await readBindings(context, config);
  return {
    kind: 'document',
    document: {
      mode: 'simulate',
      enforced: false,
      detectors,
      ...(bindings !== undefined && { bindings }),
    },
    text: (screen) =>
      [
        tableText(
          [{ title: 'DETECTOR' }, { title: 'RUNS HERE' }, { title: 'FINDS', canShrink: true }],
          detectors.map(({ name, runs_here: isHere, finds }) => [name, isHere ? 'yes' : 'no', finds]),
          screen,
        ),
        ...(bindings === undefined ? [] : [bindingsText(bindings, screen)]),
      ].join('\n\n'),
    notes: ['The gateway does not enforce guardrails. tt guardrails test simulates them.'],
  };
}

async function readBindings(context: Context, config: string): Promise<BindingDocument[]> {
  const { loadBindings } = await import('./load-bindings.ts');
  return loadBindings(context, config).map(bindingDocument);
}

function bindingsText(bindings: readonly BindingDocument[], screen: Screen): string {
  if (bindings.length === 0) return 'The file has no bindings.';
  return tableText(
    [
      { title: 'BINDING' },
      { title: 'EXAMINES', canShrink: true },
      { title: 'DETECTORS', canShrink: true },
      { title: 'ACTION' },
      { title: 'CALIBRATION' },
    ],
    bindings.map(({ id, where, detectors, action }) => [
      id,
      placeText(where),
      detectors.join(', '),
      action,
      'never calibrated',
    ]),
    screen,
  );
}
