import type { Match } from '../../../domain/guardrails/create-text-scanner.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText } from '../../output/table.ts';

/** Matches as a table. `start` and `end` count characters of the text. */
export function matchTable(
  matches: readonly (Match & { readonly item?: string; readonly part?: string })[],
  screen: Screen,
): string {
  const hasItems = matches.some(({ item }) => item !== undefined);
  return tableText(
    [
      ...(hasItems
        ? [
            { title: 'ITEM', canShrink: true as const },
            { title: 'PART', canShrink: true as const },
          ]
        : []),
      { title: 'DETECTOR' },
      { title: 'KIND' },
      { title: 'START', isNumber: true },
      { title: 'END', isNumber: true },
      { title: 'TEXT', canShrink: true },
    ],
    matches.map(({ item = '', part = '', detector, kind, start, end, masked }) => [
      ...(hasItems ? [item, part] : []),
      detector,
      kind,
      String(start),
      String(end),
      masked,
    ]),
    screen,
  );
}
