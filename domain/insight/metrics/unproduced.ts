import { defineUnproducedMetric } from './define-metric.ts';

export const testQualityMetric = defineUnproducedMetric({
  id: 'test_quality.v1',
  question: 'How good are test results?',
  unit: 'ratio',
  population: 'none',
  aggregation: 'none',
  missing: 'no_producer',
  producer: 'no_producer',
  number: 'None, because no component produces this fact yet.',
});

export const pairedReductionMetric = defineUnproducedMetric({
  id: 'paired_reduction.v1',
  question: 'How much does the candidate save on the same cases?',
  unit: 'ratio',
  population: 'none',
  aggregation: 'none',
  missing: 'no_producer',
  money: true,
  producer: 'no_producer',
  number: 'None, because no component produces this fact yet.',
});

export const cohortProjectionMetric = defineUnproducedMetric({
  id: 'cohort_projection.v1',
  question: 'What would a cohort cost on another route?',
  unit: 'nano_usd',
  population: 'none',
  aggregation: 'none',
  missing: 'unpriced_population',
  money: true,
  producer: 'produced_elsewhere',
  number: 'None here. Read it with the operations of its producer.',
});

export const budgetStandingMetric = defineUnproducedMetric({
  id: 'budget_standing.v1',
  question: 'How much of the budget is left?',
  unit: 'nano_usd',
  population: 'none',
  aggregation: 'none',
  missing: 'unpriced_population',
  money: true,
  producer: 'produced_elsewhere',
  number: 'None here. Read it with the operations of its producer.',
});

export const attentionRulesMetric = defineUnproducedMetric({
  id: 'attention_rules.v1',
  question: 'What needs attention?',
  unit: 'count',
  population: 'none',
  aggregation: 'none',
  missing: 'no_producer',
  producer: 'no_producer',
  number: 'None, because no component produces this fact yet.',
});

export const savedViewMetric = defineUnproducedMetric({
  id: 'saved_view.v1',
  question: 'Which questions are saved?',
  unit: 'count',
  population: 'none',
  aggregation: 'none',
  missing: 'scope_not_authorized',
  producer: 'produced_elsewhere',
  number: 'None here. Read it with the operations for saved views.',
});
