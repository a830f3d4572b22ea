import { createTestWireAdapter } from '@salesforce/wire-service-jest-util';

/** Where components have navigated to. */
export const navigate = jest.fn();

export const CurrentPageReference = createTestWireAdapter(jest.fn());

const Navigate = Symbol('Navigate');
const GenerateUrl = Symbol('GenerateUrl');

export const NavigationMixin = (Base) =>
  class extends Base {
    [Navigate](reference) {
      navigate(reference);
    }

    [GenerateUrl]() {
      return Promise.resolve('https://www.example.com');
    }
  };
NavigationMixin.Navigate = Navigate;
NavigationMixin.GenerateUrl = GenerateUrl;
