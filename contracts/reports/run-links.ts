import { type Links, linksTo } from '../wire/links.ts';

/** What can be asked about a new run. `at` says where its ids stand. */
export function runLinks(at: { readonly rp: string; readonly run: string }): Links {
  return linksTo(['customer.reports.runs.get', 'customer.reports.runs.export', 'customer.reports.runs.cancel'], {
    org: '$request.path.org',
    ...at,
  });
}
