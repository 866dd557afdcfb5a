import { optionalFlag, switchFlag, type Flag } from '../../../tree/flag.ts';
import { anyText, wholeNumber } from '../../../tree/forms.ts';

/** The largest page of a list. */
export const MAX_PAGE_ROWS = 100;

/** The flags of commands that list pages. */
export const PAGE_FLAGS = {
  limit: {
    ...optionalFlag('<n>', 'the number of rows of the page', wholeNumber(1, MAX_PAGE_ROWS), { contradicts: ['all'] }),
    defaultText: '50',
  } as Flag<number | undefined>,
  cursor: optionalFlag('<cursor>', 'the next_cursor of the previous page', anyText, { contradicts: ['all'] }),
  all: switchFlag('shows every page'),
} as const;

/** The values of the flags of a page. */
export interface PageValues {
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly all: boolean;
}
