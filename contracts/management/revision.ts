/** Counted up by `npm run generate` when the description of the management plane changes; edit nothing here. */
export const MANAGEMENT_REVISION = 19;
