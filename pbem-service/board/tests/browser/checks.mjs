export async function checks() {}
