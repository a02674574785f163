import { defineCalls } from "./call";
import {
  orderConfirmRequest,
  orderConfirmedData,
  orderCreatedData,
  orderListData,
  orderListRequest,
  orderRequest,
} from "./orders";
import { paypalCaptureData, paypalCaptureRequest, paypalOrderData, paypalOrderRequest } from "./paypal";
import {
  bookData,
  bookRequest,
  cancelData,
  cancelRequest,
  captureData,
  captureRequest,
  purchaseData,
  purchaseRequest,
  storeListData,
  storeListRequest,
  storeObject,
} from "./store";

/** Calls of the store and the order service (accounts-and-store.md section 7). */
export const storeCalls = defineCalls({
  products: {
    method: "GET",
    path: "/store/products",
    auth: "member",
    query: storeListRequest,
    data: storeListData,
    hasLanguageHeader: true,
  },
  product: {
    method: "GET",
    path: "/store/products/{id}",
    auth: "member",
    data: storeObject,
    hasLanguageHeader: true,
  },
  purchase: {
    method: "POST",
    path: "/store/products/purchase",
    auth: "member",
    json: purchaseRequest,
    data: purchaseData,
    takesKey: true,
  },
  capture: {
    method: "POST",
    path: "/store/order/capture",
    auth: "member",
    json: captureRequest,
    data: captureData,
    takesKey: true,
  },
  cancel: {
    method: "POST",
    path: "/store/order/cancel",
    auth: "member",
    json: cancelRequest,
    data: cancelData,
    takesKey: true,
  },
  book: { method: "GET", path: "/users/me/purchases", auth: "member", query: bookRequest, data: bookData },
  createPaypalOrder: {
    method: "POST",
    path: "/paypal/orders",
    auth: "member",
    json: paypalOrderRequest,
    data: paypalOrderData,
  },
  capturePaypalOrder: {
    method: "POST",
    path: "/paypal/orders/capture",
    auth: "member",
    json: paypalCaptureRequest,
    data: paypalCaptureData,
  },

  orders: {
    service: "orders",
    method: "GET",
    path: "/v1/users/orders",
    auth: "order",
    query: orderListRequest,
    data: orderListData,
    hasLanguageHeader: true,
  },
  createOrder: {
    service: "orders",
    method: "POST",
    path: "/v1/users/orders",
    auth: "order",
    json: orderRequest,
    data: orderCreatedData,
    takesKey: true,
  },
  confirmOrder: {
    service: "orders",
    method: "POST",
    path: "/v1/users/orders/confirm",
    auth: "order",
    json: orderConfirmRequest,
    data: orderConfirmedData,
    takesKey: true,
  },
});
