import type { DocumentFault, DocumentPath } from '../kernel/document-fault.ts';
import type { GuardrailBinding } from './guardrails-block.ts';

/** The parts of the block that rules read. Members with a wrong form are absent. */
export interface ReadGuardrailsBlock {
  readonly bindings?: readonly (Partial<GuardrailBinding> | undefined)[];
}

/** The faults of the block, except faults in the form of its settings. */
export function findGuardrailsFaults({ bindings = [] }: ReadGuardrailsBlock): DocumentFault[] {
  const ids = bindings.map((binding) => binding?.id);
  return bindings.flatMap((binding, index) => {
    const path = ['guardrails', 'bindings', index];
    return [
      ...(binding?.id !== undefined && ids.indexOf(binding.id) < index
        ? [{ path: [...path, 'id'], detail: 'is also the id of another binding: give each its own id' }]
        : []),
      ...(binding === undefined ? [] : findDetectorFaults(binding, path)),
    ];
  });
}

function findDetectorFaults(
  { detectors, words, evaluator }: Partial<GuardrailBinding>,
  path: DocumentPath,
): DocumentFault[] {
  // Without a readable list of detectors, nothing can be said about the members that belong to one.
  if (detectors === undefined) return [];
  const external = detectors.filter((name) => name === 'judge' || name === 'sidecar');
  return [
    ...detectors.flatMap((name, index) =>
      detectors.indexOf(name) < index
        ? [{ path: [...path, 'detectors', index], detail: `repeats \`${name}\`: remove one of the two` }]
        : [],
    ),
    ...memberFaults('words', words, detectors.includes('words') ? 'words' : undefined, path),
    ...memberFaults('evaluator', evaluator, external[0], path),
    ...(new Set(external).size > 1
      ? [
          {
            path: [...path, 'detectors'],
            detail: 'has `judge` and `sidecar`, and names one evaluator: make two bindings',
          },
        ]
      : []),
  ];
}

/** The fault of a member that is needed by exactly one detector. */
function memberFaults(
  name: 'words' | 'evaluator',
  value: unknown,
  detector: string | undefined,
  path: DocumentPath,
): DocumentFault[] {
  if (detector !== undefined && value === undefined)
    return [{ path: [...path, name], detail: `is required with the detector \`${detector}\`` }];
  if (detector === undefined && value !== undefined) {
    const user = name === 'words' ? '`words`' : '`judge` or `sidecar`';
    return [{ path: [...path, name], detail: `has no effect without the detector ${user}: leave it out` }];
  }
  return [];
}

/** The notice that declared guardrails do not protect anything yet. */
export function findGuardrailsWarnings({ bindings = [] }: ReadGuardrailsBlock): DocumentFault[] {
  if (bindings.length === 0) return [];
  const detail = 'are simulated by `tt guardrails test`, and the gateway does not enforce them';
  return [{ path: ['guardrails', 'bindings'], detail }];
}
