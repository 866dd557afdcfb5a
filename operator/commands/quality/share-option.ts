import type { Option } from '../options.ts';

/** The shares that an option accepts. */
interface SharesAccepted {
  /** The smallest one; above 0. */
  readonly from?: number;
  readonly isOneAllowed?: boolean;
}

/** A share above 0, of at most nine decimal places. */
export function shareOption({ from = 1e-9, isOneAllowed = false }: SharesAccepted = {}): Option<number> {
  return {
    form: 'a number between 0 and 1, such as 0.95',
    accept: (text) => {
      const value = /^(?:0?\.\d{1,9}|1(?:\.0)?)$/.test(text) ? Number(text) : 0;
      return value >= from && (value < 1 || isOneAllowed) ? value : undefined;
    },
  };
}
