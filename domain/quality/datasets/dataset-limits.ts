/** The bounds of datasets. */
export const DATASET_LIMITS = {
  /** Members of one version. */
  items: 10_000,
  /** Items of one request: lines of an import, or members of an edit. It is the maximum length of a list in a body. */
  itemsPerRequest: 500,
  /** Items that templates expand to. */
  syntheticItems: 1_000,
  /** Versions of one dataset. */
  versions: 1_000,
  /** Datasets of one workspace that are not deleted. */
  datasets: 1_000,
  /** Annotations of one member. */
  annotations: 16,
  /** Characters of the value of an annotation. */
  annotationText: 4_000,
  /** Characters of all annotations of one version, names and values together. */
  annotationCharacters: 4_000_000,
  /** Characters of an instruction or an answer of an import. */
  text: 32_000,
  templates: 20,
  templateText: 8_000,
  placeholders: 16,
  /** Values of one placeholder. */
  values: 100,
  valueText: 200,
  /** Characters of an expanded template. */
  expandedText: 16_000,
} as const;
