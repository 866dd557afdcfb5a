/** The terms of a fit that every way of starting one checks. */
interface FitTermsToCheck {
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  /** The least number of rows; undefined for the configured one. */
  readonly least: number | undefined;
}

/** The names of the terms, as the caller writes them: `min_n` in a body, `--min-n` in a command. */
export interface FitTermNames {
  readonly since: string;
  readonly until: string;
  readonly least: string;
}

/** The first fault of the terms of a fit: the term, and a sentence; undefined without one. */
export function findFitTermsFault(
  configuredMinN: number,
  { since, until, least }: FitTermsToCheck,
  names: FitTermNames,
): { readonly term: 'until' | 'least'; readonly text: string } | undefined {
  if (since !== undefined && until !== undefined && since >= until)
    return { term: 'until', text: `\`${names.until}\` must be after \`${names.since}\`. Give a later instant.` };
  if (least === undefined || least >= configuredMinN) return undefined;
  const text = `\`${names.least}\` can only raise the configured minimum of ${configuredMinN}. Give at least this number, or omit it.`;
  return { term: 'least', text };
}
