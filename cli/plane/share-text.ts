/** A share in percent with one decimal place, or `unknown`. */
export function shareText(share: number | null): string {
  return share === null ? 'unknown' : `${(share * 100).toFixed(1)}%`;
}
