import { type Links, createLinks } from '../wire/links.ts';

/** The links from a new run. `at` states where its ids are found. */
export function runLinks(at: { readonly rp: string; readonly run: string }): Links {
  return createLinks(['customer.reports.runs.get', 'customer.reports.runs.export', 'customer.reports.runs.cancel'], {
    org: '$request.path.org',
    ...at,
  });
}
