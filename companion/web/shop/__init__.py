"""The print shop: what the host prints in the browser. Drawing happens in processes of its own; here is what asks them."""
