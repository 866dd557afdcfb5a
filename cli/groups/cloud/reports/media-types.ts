/** The formats of an export, with their media types. */
export const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv' } as const;

export type ExportFormat = keyof typeof MEDIA_TYPES;
