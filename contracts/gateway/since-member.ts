import { Type, type TOptional, type TString } from 'typebox';

/**
 * The member `since` of a query: the start of its window, as an instant or as a time before now.
 * @param fallback the start without the member, such as `30d`
 */
export function sinceMember(fallback: string): TOptional<TString> {
  return Type.Optional(
    Type.String({
      maxLength: 24,
      pattern: '^(\\d{1,4}[hdw]|20\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z)$',
      default: fallback,
      description:
        'A number of hours, days or weeks before now, such as `24h`, `30d` or `2w`, or an instant; at most 366 days',
    }),
  );
}
