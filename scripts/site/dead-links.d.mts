export function findDeadLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[];
