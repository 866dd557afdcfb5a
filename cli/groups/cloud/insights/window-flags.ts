import { usageFault } from '../../../output/command-fault.ts';
import { defaultedFlag, optionalFlag } from '../../../tree/flag.ts';
import { anyText, instant, windowStart, type WindowStart } from '../../../tree/forms.ts';
import { NOT_WITH_BODY } from '../lane/body-flags.ts';
import { localZone } from '../lane/local-time.ts';

const WEEK_MS = 604_800_000;

/** The flags with the window of a question. */
export const WINDOW_FLAGS = {
  since: defaultedFlag<WindowStart>(
    '<window>',
    'the start: a window such as 24h, 30d or 2w, or an RFC 3339 instant',
    { form: windowStart, preset: { beforeMs: WEEK_MS }, presetText: '7d' },
    NOT_WITH_BODY,
  ),
  until: optionalFlag('<instant>', 'the end, exclusive; now if absent', instant, NOT_WITH_BODY),
  'display-tz': optionalFlag(
    '<zone>',
    'the time zone of labels; that of this machine if absent',
    anyText,
    NOT_WITH_BODY,
  ),
} as const;

interface WindowValues {
  readonly since: WindowStart;
  readonly until: Date | undefined;
  readonly 'display-tz': string | undefined;
}

/**
 * The members of a question with its window and zone.
 *
 * @throws CommandFault `usage` for a window that ends before it starts
 */
export function windowFrom(
  { since, until, 'display-tz': zone = localZone() }: WindowValues,
  now: Date,
): { readonly from: string; readonly to: string; readonly display_tz: string } {
  const to = until ?? now;
  const from = 'at' in since ? since.at : new Date(to.getTime() - since.beforeMs);
  if (from >= to) throw usageFault(`The window ends at ${to.toISOString()}, before it starts.`, 'an earlier --since');
  return { from: from.toISOString(), to: to.toISOString(), display_tz: zone };
}
