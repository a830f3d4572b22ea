/** Base of the classes of the org. The linker gives each class's prototype `$class` and `$types`. */
export class ApexObject {}
