// The labels of forms' buttons.

export const formSaving = { save: 'Save' }
