/** The document of a stored question. Another build may have stored it. */
type QuestionDocument = Readonly<Record<string, unknown>>;

/** True if a stored question counts only facts with certain values of dimensions. */
export function filtersByDimension(question: QuestionDocument): boolean {
  return question['dimension_filter'] !== undefined;
}

/**
 * A stored question for a reader without `dimensions.read`. The choice of each dimension is `{withheld: true}`, so that
 * neither the values nor their number are visible.
 */
export function redactQuestion(question: QuestionDocument): Record<string, unknown> {
  if (!filtersByDimension(question)) return question;
  const names = Object.keys(question['dimension_filter'] ?? {});
  return { ...question, dimension_filter: Object.fromEntries(names.map((name) => [name, { withheld: true }])) };
}
