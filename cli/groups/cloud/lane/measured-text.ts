import { toDollars } from '../../../../domain/insight/to-dollars.ts';
import type { MeasuredValue } from '../../../../clients/typescript/wire.ts';

/** An amount in nano-USD as a text in USD. */
export function dollarText(nanoUsd: string | null): string {
  return nanoUsd === null ? '-' : signed(toDollars(nanoUsd));
}

/**
 * A figure for people, with its unit. A figure that is partial or unavailable shows its state and reason, and is never
 * 0.
 */
export function measuredText(value: MeasuredValue): string {
  if (value.state === 'unavailable') return `unavailable: ${value.reason}`;
  const text = numberText(value.number, value.unit, value.amount_usd);
  return value.state === 'partial' ? `${text} (partial: ${value.coverage.join(', ')})` : text;
}

function numberText(number: string, unit: string, amountUsd: string | undefined): string {
  switch (unit) {
    case 'nano_usd':
      return signed(amountUsd ?? toDollars(number));
    case 'ratio':
      return percentText(number);
    case 'milliseconds':
      return `${number} ms`;
    case 'seconds':
      return `${number} s`;
    default:
      return number;
  }
}

function signed(usd: string): string {
  return usd.startsWith('-') ? `-$${usd.slice(1)}` : `$${usd}`;
}

/** A share as a percentage. The decimal point moves, and nothing is rounded. */
export function percentText(share: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(share) ?? [];
  if (whole === '') return share;
  const digits = fraction.padEnd(2, '0');
  const units = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return `${sign}${units}${rest === '' ? '' : `.${rest}`} %`;
}
