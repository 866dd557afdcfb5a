import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../runtime/configuration/configuration.ts';
import { environmentSchema } from '../../../runtime/configuration/environment.ts';

const NUMBERS = Object.entries(environmentSchema.properties).flatMap(([name, schema]) =>
  'type' in schema && (schema.type === 'integer' || schema.type === 'number') ? [[name, schema] as const] : [],
);

describe('a numeric variable', () => {
  it('is identified by its kind, which converts text to a number', () => {
    expect(NUMBERS.map(([name]) => name)).toContain('TRUETALLY_PORT');
    const strangers = NUMBERS.filter(([, schema]) => !Type.IsInteger(schema) && !Type.IsNumber(schema));
    expect(strangers.map(([name]) => name)).toEqual([]);
  });

  const ports = ['TRUETALLY_PORT', 'TRUETALLY_POSTGRES_PORT', 'TRUETALLY_METRICS_PORT', 'TRUETALLY_MANAGEMENT_PORT'];
  it.each(ports)('is read from text: %s', (name) => {
    expect(Object.values(readConfiguration({ [name]: '12345' }))).toContain(12_345);
  });
});
