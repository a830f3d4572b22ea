import { ApexList } from '../../values/collections.js';
import { INTEGER, OBJECT, STRING, type ApexType } from '../../values/type.js';

export const listOfStrings = (items: readonly string[]): ApexList => new ApexList(STRING, [...items]);
export const listOfIntegers = (items: readonly number[]): ApexList => new ApexList(INTEGER, [...items]);
export const listOfObjects = (items: readonly unknown[]): ApexList => new ApexList(OBJECT, [...items]);
export const apexList = (type: ApexType, items: readonly unknown[]): ApexList => new ApexList(type, [...items]);
