import type { AnnotationContext, ElementValueContext, ModifierContext } from '@apexdevtools/apex-parser';
import type { Annotation, Modifier } from '../ast/nodes.js';
import type { SourceText } from './source.js';
import { stringValue } from './strings.js';

/** Modifiers and annotations of a declaration, in source order. */
export interface ModifierList {
  readonly modifiers: readonly Modifier[];
  readonly annotations: readonly Annotation[];
}

export const NO_MODIFIERS: ModifierList = { modifiers: [], annotations: [] };

export function modifierList(source: SourceText, contexts: readonly ModifierContext[]): ModifierList {
  if (contexts.length === 0) return NO_MODIFIERS;
  const modifiers: Modifier[] = [];
  const annotations: Annotation[] = [];
  for (const context of contexts) {
    const annotation = context.annotation();
    if (annotation) annotations.push(annotationNode(source, annotation));
    else modifiers.push(keyword(context));
  }
  return { modifiers, annotations };
}

function keyword(context: ModifierContext): Modifier {
  if (context.SHARING()) {
    if (context.WITH()) return 'with sharing';
    return context.WITHOUT() ? 'without sharing' : 'inherited sharing';
  }
  return context.getText().toLowerCase() as Modifier;
}

function annotationNode(source: SourceText, context: AnnotationContext): Annotation {
  const values: Record<string, string | boolean | number> = {};
  const pairs = context.elementValuePairs()?.elementValuePair_list() ?? [];
  for (const pair of pairs) values[pair.id().getText().toLowerCase()] = elementValue(pair.elementValue());
  const single = context.elementValue();
  if (single) values['value'] = elementValue(single);
  return { name: context.id().getText(), values, pos: source.start(context) };
}

function elementValue(context: ElementValueContext): string | boolean | number {
  const text = context.getText();
  if (text.startsWith("'")) return stringValue(text);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return /^[\d.]/.test(text) ? Number.parseFloat(text) : text;
}
