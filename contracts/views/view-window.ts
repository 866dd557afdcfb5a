import { resolveQuestion } from '../../domain/insight/windows/time-intent.ts';
import { isTimeZone, zoneOffsetMs } from '../wire/time-zone.ts';
import type { SavedView } from './saved-view.ts';

/** The window of a view at `now`; undefined for a fixed window, or if its time zone is unknown here. */
export function viewWindow(view: SavedView, now: Date): { readonly from: Date; readonly to: Date } | undefined {
  if (view.time_intent === 'fixed') return undefined;
  if (view.calendar_window !== undefined && !isTimeZone(view.calendar_window.timezone)) return undefined;
  const { from, to } = resolveQuestion({}, view, now, zoneOffsetMs);
  return { from: new Date(from), to: new Date(to) };
}
