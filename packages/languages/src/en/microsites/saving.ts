// The labels of form buttons.

export const formSaving = { save: 'Save' }
